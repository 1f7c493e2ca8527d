/** The generator that the header of each file of a site names. */
export const SITE = 'site';
