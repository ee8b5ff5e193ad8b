import { useEffect, useEffectEvent, useRef } from "react";

/** Sentinel at the end of a list. Reports once when it comes near the viewport; mount it again for another report. */
export function NearEnd({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reportNear = useEffectEvent(onNear);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reportNear();
      },
      { rootMargin: "0px 0px 1200px" },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} aria-hidden className="h-px" />;
}
