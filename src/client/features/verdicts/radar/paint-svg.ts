const ALIGNMENTS: Readonly<Record<string, CanvasTextAlign>> = { middle: "center", end: "right" };
const PLACE = /^translate\((\S+) (\S+)\)(?: rotate\((\S+)\))?$/u;

/** Paints an SVG's groups, circles, lines, rectangles, paths and texts on a canvas, with translations and rotations. */
export function paintSvg(context: CanvasRenderingContext2D, parent: Element, fontFamily: string): void {
  for (const element of parent.children) {
    const text = (name: string) => element.getAttribute(name);
    const number = (name: string, otherwise = 0) => Number(text(name) ?? otherwise);
    context.save();
    const [, x, y, degrees] = PLACE.exec(text("transform") ?? "") ?? [];
    if (x !== undefined) context.translate(Number(x), Number(y));
    if (degrees !== undefined) context.rotate((Number(degrees) * Math.PI) / 180);
    context.setLineDash((text("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number));
    context.lineWidth = number("stroke-width", 1);
    switch (element.tagName) {
      case "g":
        paintSvg(context, element, fontFamily);
        break;
      case "circle": {
        const circle = new Path2D();
        circle.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
        paintShape(context, circle, element);
        break;
      }
      case "line": {
        const line = new Path2D();
        line.moveTo(number("x1"), number("y1"));
        line.lineTo(number("x2"), number("y2"));
        paintShape(context, line, element);
        break;
      }
      case "rect": {
        const box = new Path2D();
        box.rect(number("x"), number("y"), number("width"), number("height"));
        paintShape(context, box, element);
        break;
      }
      case "path":
        paintShape(context, new Path2D(text("d") ?? ""), element);
        break;
      case "text": {
        const at = [number("x"), number("y")] as const;
        const stroke = text("stroke");
        context.font = `${text("font-weight") ?? "400"} ${number("font-size")}px ${fontFamily}`;
        context.textAlign = ALIGNMENTS[text("text-anchor") ?? ""] ?? "left";
        context.lineJoin = "round";
        if (stroke !== null) {
          context.strokeStyle = stroke;
          context.strokeText(element.textContent, ...at);
        }
        context.fillStyle = text("fill") ?? "black";
        context.fillText(element.textContent, ...at);
        break;
      }
    }
    context.restore();
  }
}

function paintShape(context: CanvasRenderingContext2D, shape: Path2D, element: Element) {
  const [fill, stroke] = [element.getAttribute("fill"), element.getAttribute("stroke")];
  if (fill !== null && fill !== "none") {
    context.fillStyle = fill;
    context.fill(shape);
  }
  if (stroke !== null && stroke !== "none") {
    context.strokeStyle = stroke;
    context.stroke(shape);
  }
}
