/** What the functions of validators are called, by the type that they are for. */

export const validateName = (type: string): string => `validate${type}`;

export const guardName = (type: string): string => `is${type}`;

/** What the members of the type hold; for the validators of subclasses and of related objects, too. */
export const shapeName = (type: string): string => `shapeOf${type}`;

/** What is asked of the type as a whole. */
export const rulesName = (type: string): string => `rulesOf${type}`;
