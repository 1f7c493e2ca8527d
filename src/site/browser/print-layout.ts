/** Changes the page while it is printed: collapsed details are open, and lists are complete. */

import { options } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const listeners = new Set<(isPrinting: boolean) => void>();

/** Returns true while the page is printed, when a reader cannot expand lists. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    listeners.add(setPrinting);
    return () => void listeners.delete(setPrinting);
  }, []);
  return isPrinting;
}

function notifyListeners(isPrinting: boolean): void {
  // The browser prints the state at the end of this event, so the update must be synchronous.
  const { debounceRendering } = options;
  options.debounceRendering = (draw) => draw();
  for (const listener of listeners) listener(isPrinting);
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
}

let collapsedDetails: readonly HTMLDetailsElement[] = [];

/** Opens all collapsed details while the page is printed, and closes them again. */
export function watchPrinting(): void {
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
