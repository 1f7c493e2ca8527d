/** What the functions of validators are called, by the type that they are for. */

export const validateName = (type: string): string => `validate${type}`;

export const guardName = (type: string): string => `is${type}`;

/** What the members of the type hold; for the validators of subclasses and of related objects, too. */
export const shapeName = (type: string): string => `shapeOf${type}`;

/** What is asked of the type as a whole. */
export const rulesName = (type: string): string => `rulesOf${type}`;

/** What returns a value of the type, or throws. */
export const parseName = (type: string): string => `parse${type}`;

/** The type for libraries that take schemas of any vendor. */
export const schemaName = (type: string): string => `${type}Schema`;

/** What is asked of the objects of the type; for the validators of related objects, too. */
export const objectsName = (type: string): string => `objectsOf${type}`;

/** Whether the members of an object hold what those of the type do. */
export const fitsName = (type: string): string => `fits${type}`;

/** Whether an object keeps to what is asked of the type as a whole. */
export const keepsName = (type: string): string => `keeps${type}`;

/** What is asked of the type and its related objects together. */
export const relationsName = (type: string): string => `relationsOf${type}`;

/** Whether an object agrees with its related objects. */
export const relatesName = (type: string): string => `relates${type}`;
