/** A thread that looks where some of the templates declare an element: it reads the ontology and builds its model for itself. */

import { parentPort, workerData } from 'node:worker_threads';
import { tidyMemory } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { loadOntology, ReadStamps } from '../ontology/index.ts';
import { type Element, loadTarget, type TemplateName } from '../targets/index.ts';
import { decisionsOf, type Inquiry, type Looked, type NamedElement, take } from './commission.ts';
import { made } from './ontology.ts';
import { speltIn } from './spelt.ts';

const { file, sources, making, decisions, templates, taken } = workerData as Inquiry;

/** It is told of the element while it reads. */
const told = new Promise<NamedElement>((resolve) => parentPort?.once('message', resolve));

async function look(): Promise<void> {
  const parsed = new ReadStamps();
  const ontology = await loadOntology(file, { ...sources, parsed });
  const { model } = await made(ontology, { ...making, decisions: decisions && decisionsOf(decisions) });
  const element = elementOf(model, await told);
  for (let at = take(taken); at < templates.length; at = take(taken)) {
    const spelt = speltIn(element, model, await loadTarget(templates[at] as TemplateName));
    parentPort?.postMessage({ at, spelt, stamps: parsed.all } satisfies Looked);
    tidyMemory();
  }
}

function elementOf({ classes, enumerations }: DomainModel, { kind, name, field: called }: NamedElement): Element {
  if (kind === 'enumeration') {
    const enumeration = enumerations.find((each) => each.name === name);
    if (enumeration) return { kind, enumeration };
  } else {
    const cls = classes.find((each) => each.name === name);
    if (cls && kind === 'class') return { kind, class: cls };
    const field = cls?.allFields.find((each) => each.name === called);
    if (cls && field) return { kind: 'field', class: cls, field };
  }
  throw new Error(`another model than that of who asks: it has no ${name}`);
}

// What fails ends the thread, and reaches the one that started it, which does all that is not done.
look().catch((error) => {
  setImmediate(() => {
    throw error;
  });
});
