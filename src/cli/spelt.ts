/** How templates spell an element, and where: told by several threads where the ontology is large. */

import type { DomainModel } from '../model/index.ts';
import { withHeader } from '../output/index.ts';
import { type Spelt, speltAt } from '../report/index.ts';
import { type Element, type Target, type TemplateName, templateNames } from '../targets/index.ts';
import { originOf } from '../templates/index.ts';
import type { Looked, NamedElement } from './commission.ts';
import type { Surroundings } from './ontology.ts';
import { Threads } from './threads.ts';

/** Those that take long come first, so that none of them is begun when all else is done. */
const LONG: readonly TemplateName[] = ['openapi-spec', 'json-schema', 'sql-schema', 'r2rml', 'shacl-shapes', 'graphql-schema'];

/** What it costs to look through all templates, in templates that are printed. */
const COST = 4;

const QUEUE: readonly TemplateName[] = [...LONG, ...templateNames.filter((name) => !LONG.includes(name))];

/** How one target spells an element, and where its file is as it is written. */
export function speltIn(element: Element, model: DomainModel, target: Target): Spelt | undefined {
  return speltAt(element, model, target, (file) => withHeader(file, originOf(file, target.name, model)));
}

export class Spelling {
  readonly #threads = new Threads<Looked>('look-thread');

  /** For who reads the ontology: threads begin with it at the same time, where that is worthwhile. */
  readonly surroundings: Pick<Surroundings, 'parsed' | 'onSubject'> = {
    parsed: this.#threads.parsed,
    onSubject: (subject) => {
      this.#threads.begin(subject, { parts: QUEUE.length, templates: COST }, () => ({ templates: QUEUE }));
    },
  };

  /** Tells threads what to look for, so that they begin. */
  tell(element: Element): void {
    this.#threads.tell(namedElement(element));
  }

  /**
   * How all targets spell the element that was told of, in their order.
   *
   * @throws DiagnosticError as a target does
   */
  async in(element: Element, model: DomainModel, targets: readonly Target[]): Promise<readonly Spelt[]> {
    const found = new Map<Target, Spelt | undefined>();
    const look = (target: Target) => void found.set(target, speltIn(element, model, target));
    if (this.#threads.areAny) {
      const shared = QUEUE.map((name) => targets.find((target) => target.name === name) as Target);
      const done = await this.#threads.share(shared.length, (at) => look(shared[at] as Target));
      for (const [at, { spelt }] of done) found.set(shared[at] as Target, spelt);
    }
    // What users wrote runs in this thread alone, as does what another one failed at.
    for (const target of targets) if (!found.has(target)) look(target);
    return targets.flatMap((target) => found.get(target) ?? []);
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    await this.#threads.end();
  }
}

function namedElement(element: Element): NamedElement {
  const { kind } = element;
  if (kind === 'enumeration') return { kind, name: element.enumeration.name };
  return { kind, name: element.class.name, ...(kind === 'field' && { field: element.field.name }) };
}
