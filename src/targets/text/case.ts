/** `blog_post` → `BlogPost` */
export function pascalCase(snake: string): string {
  return snake.replace(/(?:^|(?<!_)_+)([a-z0-9])/g, (_, c: string) => c.toUpperCase());
}

/** `blog_post` → `blogPost` */
export function camelCase(snake: string): string {
  const pascal = pascalCase(snake);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** `blog_post` → `blog post` */
export function words(snake: string): string {
  return snake.replaceAll('_', ' ');
}
