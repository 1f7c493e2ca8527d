/** The events that a hook can be bound to. */
export const eventNames = [
  'post-generate',
  'pre-commit',
  'on-ontology-change',
  'pre-build',
  'post-deploy',
  'on-test-fail',
] as const;

export type EventName = (typeof eventNames)[number];

export function isEventName(name: string): name is EventName {
  return (eventNames as readonly string[]).includes(name);
}

/** The environments that can be deployed to. */
const environments: readonly string[] = ['staging', 'production'];

/**
 * Returns what an event's arguments lack, with a remedy; undefined if they are as the event's scripts
 * expect them. Additional arguments are allowed and passed on.
 */
export function argumentProblem(event: EventName, args: readonly unknown[]): { message: string; help: string } | undefined {
  const [first, second] = args;
  switch (event) {
    case 'post-deploy':
      if (typeof first !== 'string' || !environments.includes(first)) {
        return {
          message: `post-deploy needs to know the environment, ${environments.join(' or ')}${first === undefined ? '' : `, not "${first}"`}`,
          help: 'codegen hook run post-deploy production 2.5.0',
        };
      }
      if (typeof second !== 'string' || second === '') {
        return {
          message: 'post-deploy needs to know the version that was deployed',
          help: `codegen hook run post-deploy ${first} 2.5.0`,
        };
      }
      return undefined;
    case 'on-test-fail':
      if (first !== undefined) return undefined;
      return {
        message: "on-test-fail needs the tests' output",
        help: 'give the string, or pipe it in: npm test 2>&1 | codegen hook run on-test-fail -',
      };
    case 'on-ontology-change':
      if (first !== undefined) return undefined;
      return {
        message: 'on-ontology-change needs the path of the file that changed',
        help: 'codegen hook run on-ontology-change domain.ttl',
      };
    case 'post-generate':
    case 'pre-commit':
    case 'pre-build':
      return undefined;
    default:
      return event satisfies never;
  }
}
