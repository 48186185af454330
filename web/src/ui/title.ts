import { useEffect } from "react";

/** Name the page, in the window's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · OmniForge`;
  }, [title]);
}
