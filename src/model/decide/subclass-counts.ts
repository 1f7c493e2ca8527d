/**
 * Applies the user's decisions about the number of values of an inherited property in a subclass. A subclass may tighten the
 * bounds of its superclass, but not loosen them.
 */

import { Decision } from '../assume/decision.ts';
import { required, single } from '../assume/texts.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Context } from '../settle/context.ts';
import type { DecidedCount } from './count.ts';
import { type ElementDecision, settingOf } from './elements.ts';

export class SubclassDecisions {
  readonly #context: Context;
  readonly #applied = new Map<string, { readonly chosen: ElementDecision; readonly effects: readonly DecisionEffect[] }>();
  readonly #rejected = new Map<string, { readonly chosen: ElementDecision; readonly why: string }>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns the decisions about a property in this class only. */
  decisionsIn(cls: ClassDraft, property: string): DecidedCount | undefined {
    const { decisions } = this.#context.reader;
    if (decisions.isEmpty) return undefined;
    const required = decisions.findIn('required', property, cls.iri);
    const many = decisions.findIn('many', property, cls.iri);
    return required || many ? { required, many } : undefined;
  }

  reject({ required, many }: DecidedCount, why: string): void {
    for (const chosen of [required, many]) if (chosen) this.#reject(chosen, why);
  }

  /** Narrows a field by the decisions, after all statements about it were applied. */
  apply(cls: ClassDraft, field: FieldDraft, base: FieldDraft, { required, many }: DecidedCount): void {
    const isList = field.cardinality === 'many';
    const isSingle = !isList || (field.maxItems ?? 2) < 2;
    const isRequired = field.cardinality === 'one' || (field.minItems ?? 0) > 0;
    const inheritedReason = (where: string) => `${cls.name} inherits it from ${base.owner.name}, ${where}; decide it there`;
    if (required?.value === true) this.#requireValue(cls, field, required);
    else if (required && isRequired) this.#reject(required, inheritedReason('where there always is a value'));
    if (many?.value === false && !isSingle) this.#limitToOne(cls, field, many);
    else if (many?.value === true && isSingle) this.#reject(many, inheritedReason('where there is at most one value'));
  }

  #requireValue(cls: ClassDraft, field: FieldDraft, chosen: ElementDecision): void {
    if (field.absent) this.#reject(chosen, `${cls.name} never has a value of it`);
    else if (field.cardinality === 'many') {
      const minItems = field.minItems ?? 0;
      field.minItems = Math.max(minItems, 1);
      if (minItems === 0) this.#record(chosen, cls, field, 'min-items');
    } else {
      if (field.cardinality === 'optional') this.#record(chosen, cls, field, 'required');
      field.cardinality = 'one';
    }
  }

  #limitToOne(cls: ClassDraft, field: FieldDraft, chosen: ElementDecision): void {
    if ((field.minItems ?? 0) > 1) this.#reject(chosen, `${cls.name} has at least ${field.minItems} values of it`);
    else {
      field.maxItems = 1;
      this.#record(chosen, cls, field, 'max-items');
    }
  }

  /** Records the applied decisions, and warns about the rejected ones. */
  finish(): void {
    const { reader, log } = this.#context;
    for (const { chosen, effects } of this.#applied.values()) {
      const wording = chosen.name === 'required' ? required : single;
      for (const constraint of effects) {
        const subject = { class: constraint.class, member: constraint.field };
        Decision.byUser(1, wording, subject, chosen.place).record(log, constraint);
      }
    }
    for (const { chosen, why } of this.#rejected.values()) {
      reader.warn(
        'decision-impossible',
        { element: chosen.element, says: `${settingOf(chosen.name)}: ${chosen.value}`, why },
        chosen.place,
      );
    }
  }

  #record(chosen: ElementDecision, cls: ClassDraft, field: FieldDraft, kind: DecisionEffect['kind']): void {
    const earlierEffects = this.#applied.get(keyOf(chosen))?.effects ?? [];
    this.#applied.set(keyOf(chosen), { chosen, effects: [...earlierEffects, { kind, class: cls, field }] });
  }

  #reject(chosen: ElementDecision, why: string): void {
    this.#rejected.set(keyOf(chosen), { chosen, why });
  }
}

/** A constraint that a decision led to. */
interface DecisionEffect {
  readonly kind: 'required' | 'min-items' | 'max-items';
  readonly class: ClassDraft;
  readonly field: FieldDraft;
}

function keyOf({ name, iri, class: cls }: ElementDecision): string {
  return `${name} ${iri} ${cls ?? ''}`;
}
