const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The signals that ask this process to stop, so that it can end its work in order. */
export interface Interrupts {
  /** The first signal that arrived. */
  readonly signal: NodeJS.Signals | undefined;
  /** Calls `listener` for each later signal, until the returned function is called. */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void;
  /** Restores the usual effect of signals. */
  release(): void;
}

/** Handles the signals: until `release`, they do not stop the process. */
export function listenForInterrupts(): Interrupts {
  const listeners = new Set<(signal: NodeJS.Signals) => void>();
  let first: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    first ??= signal;
    for (const listener of listeners) listener(signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    get signal() {
      return first;
    },
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    release() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
