export { type Answer, type Answers, answerTo, type DeclaredKind, declared, enforced, Ledger, nothing } from './answers.ts';
export { type Definition, defineTarget } from './define.ts';
export { deletionNotes } from './deletion.ts';
export { describing } from './describing.ts';
export { belowMicrosecond, type DeclaredDifference, differencesOf, parsedBeforeSeen } from './differences.ts';
export { gapOf, inWords } from './gaps.ts';
