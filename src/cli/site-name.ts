/** By what the header of each file of a site names what wrote it. */
export const SITE = 'site';
