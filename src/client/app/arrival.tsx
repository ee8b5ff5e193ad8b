import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

const positions = new Map<string, number>();

/**
 * What happens when somebody arrives on a page: a new one begins at its top and takes the focus, Back and Forward
 * return to where they were. Stands beside the page inside its Suspense, so that it acts once the page is there.
 */
export function Arrival() {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const lastPathname = useRef(pathname);

  useLayoutEffect(() => {
    const isOtherPage = lastPathname.current !== pathname;
    lastPathname.current = pathname;
    if (navigation === NavigationType.Pop) {
      window.scrollTo(0, positions.get(key) ?? window.scrollY);
    } else if (isOtherPage) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
    }
  }, [key, pathname, navigation]);

  useEffect(() => {
    const remember = () => void positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  return null;
}
