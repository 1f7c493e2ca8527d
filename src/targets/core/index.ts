/** The base of all targets: answers to constraints, notes on what is not enforced, common options. */

export {
  type Answer,
  type Answers,
  answerTo,
  declared,
  enforced,
  inverseAnswer,
  Ledger,
  nothing,
  uniquenessAnswer,
} from './answers.ts';
export { defineTarget } from './define.ts';
export { type DeletionNote, deletionNotes, hasRejectingReferences } from './deletion.ts';
export { descriptiveAnswers } from './descriptive-target.ts';
export { microsecondPrecision, parserNormalization, unrestrictedCharacters } from './differences.ts';
export { type Checker, constraintsOfField, demandInWords, demandKinds, unenforcedByElement, unenforcedNote } from './gaps.ts';
export { printEach, printingOf } from './printing.ts';
export { chosenVariants, isChangeable, isClearable, type VariantKind, variantsOption } from './variants-option.ts';
