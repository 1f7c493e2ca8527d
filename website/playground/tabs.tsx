/** A row of tabs: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */

interface Tab {
  readonly id: string;
  readonly text: string;
  /** Whether the content differs from the previous output. */
  readonly isChanged?: boolean;
}

export function Tabs(props: {
  readonly label: string;
  /** The id of the element that shows the chosen content. */
  readonly panel: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  const { label, panel, tabs, chosen, onChoose } = props;
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    onChoose(tabs[next]?.id ?? chosen);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, text, isChanged = false }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={panel}
          tabIndex={id === chosen ? 0 : -1}
          class={isChanged ? 'changed' : ''}
          onClick={() => onChoose(id)}
        >
          {text}
          {isChanged && <span class="unseen"> (changed)</span>}
        </button>
      ))}
    </div>
  );
}
