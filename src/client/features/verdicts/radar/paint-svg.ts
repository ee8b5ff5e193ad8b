const ALIGNMENTS: Readonly<Record<string, CanvasTextAlign>> = { middle: "center", end: "right" };

/** Paints what a picture is made of: groups that are moved, circles, lines, paths and words. */
export function paintSvg(context: CanvasRenderingContext2D, parent: Element, fontFamily: string): void {
  for (const element of parent.children) {
    const text = (name: string) => element.getAttribute(name);
    const number = (name: string, otherwise = 0) => Number(text(name) ?? otherwise);
    context.save();
    const moved = /translate\((\S+) (\S+)\)/u.exec(text("transform") ?? "");
    if (moved) context.translate(Number(moved[1]), Number(moved[2]));
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
      case "path":
        paintShape(context, new Path2D(text("d") ?? ""), element);
        break;
      case "text":
        context.font = `${text("font-weight") ?? "400"} ${number("font-size")}px ${fontFamily}`;
        context.textAlign = ALIGNMENTS[text("text-anchor") ?? ""] ?? "left";
        context.fillStyle = text("fill") ?? "black";
        context.fillText(element.textContent, number("x"), number("y"));
        break;
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
