import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

const positions = new Map<string, number>();

/**
 * What happens when somebody arrives on a page: a new one begins at its top and takes the focus, Back and Forward
 * return to where they were. Mounted anew with each page, inside its Suspense, so that it acts once the page is there.
 */
export function Arrival() {
  const { key } = useLocation();
  const navigation = useNavigationType();
  const isNew = useRef(true);

  useLayoutEffect(() => {
    if (navigation === NavigationType.Pop) {
      window.scrollTo(0, positions.get(key) ?? window.scrollY);
    } else if (isNew.current) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
    }
    isNew.current = false;
  }, [key, navigation]);

  useEffect(() => {
    const remember = () => void positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  return null;
}
