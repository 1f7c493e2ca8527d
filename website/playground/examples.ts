import blog from '../../examples/blog.ttl?raw';
import shop from '../../examples/shop.ttl?raw';
import shopShapes from '../../examples/shop-shapes.ttl?raw';
import dcat from './dcat.ttl?raw';
import type { Project } from './protocol.ts';

/** The examples of the menu, by name. */
export const examples: Readonly<Record<string, Project['files']>> = {
  Blog: { 'blog.ttl': blog },
  'Shop with shapes': { 'shop.ttl': shop, 'shop-shapes.ttl': shopShapes },
  'A slice of DCAT': { 'dcat.ttl': dcat },
};
