/** For printing, opens what is folded and shows complete lists. */

import { options } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const listeners = new Set<(isPaper: boolean) => void>();

/** Returns true while the page is printed, when a reader cannot expand lists. */
export function useIsPrinting(): boolean {
  const [isPaper, setPaper] = useState(false);
  useEffect(() => {
    listeners.add(setPaper);
    return () => void listeners.delete(setPaper);
  }, []);
  return isPaper;
}

function notifyListeners(isPaper: boolean): void {
  // The browser prints the state at the end of this event, so the update must be synchronous.
  const { debounceRendering } = options;
  options.debounceRendering = (draw) => draw();
  for (const listener of listeners) listener(isPaper);
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}

let collapsedDetails: readonly HTMLDetailsElement[] = [];

/** Opens all collapsed details while the page is printed, and closes them again. */
export function watchPaper(): void {
  window.addEventListener('beforeprint', () => {
    notifyListeners(true);
    collapsedDetails = [...document.querySelectorAll('details')].filter(({ open }) => !open);
    for (const details of collapsedDetails) details.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const details of collapsedDetails) details.open = false;
    notifyListeners(false);
  });
}
