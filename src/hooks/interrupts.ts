const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The signals that ask this process to stop, so that what it does can be ended in order. */
export interface Interrupts {
  /** The first one that came. */
  readonly signal: NodeJS.Signals | undefined;
  /** Calls `listener` for each signal to come, until the returned function is called. */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void;
  /** From here on signals have their usual effect again. */
  release(): void;
}

/** Takes the signals over: they have no effect of their own until `release`. */
export function listenForInterrupts(): Interrupts {
  const listeners = new Set<(signal: NodeJS.Signals) => void>();
  let first: NodeJS.Signals | undefined;
  const hear = (signal: NodeJS.Signals) => {
    first ??= signal;
    for (const listener of listeners) listener(signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return {
    get signal() {
      return first;
    },
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    release() {
      for (const signal of SIGNALS) process.off(signal, hear);
    },
  };
}
