/** What is folded on the screen, or shown in part, is read on paper. */

import { options } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const listeners = new Set<(isPaper: boolean) => void>();

/** Whether the page is being printed: then nobody can ask for more of a list. */
export function useOnPaper(): boolean {
  const [isPaper, setPaper] = useState(false);
  useEffect(() => {
    listeners.add(setPaper);
    return () => void listeners.delete(setPaper);
  }, []);
  return isPaper;
}

function tell(isPaper: boolean): void {
  // The browser prints what is there when it is done with this event.
  const { debounceRendering } = options;
  options.debounceRendering = (draw) => draw();
  for (const listener of listeners) listener(isPaper);
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}

let folded: readonly HTMLDetailsElement[] = [];

export function watchPaper(): void {
  window.addEventListener('beforeprint', () => {
    tell(true);
    folded = [...document.querySelectorAll('details')].filter(({ open }) => !open);
    for (const details of folded) details.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const details of folded) details.open = false;
    tell(false);
  });
}
