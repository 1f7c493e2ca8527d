/** Writes the playground into a folder. */
export function buildPlayground(folder: string): Promise<void>;
