/** Snippets that use the project from other programs, with this server's address and the project filled in. */
export type Place = { url: string; projectId: string; key: string | null };

/** Stands for the key until one is created for it. */
export const PLACEHOLDER = 'YOUR_KEY';

export const FIRST_QUERY = `query {
  searchKnowledge(input: { query: "How do we answer customers?" }) {
    results { score entry { content } }
  }
}`;

export function snippetsOf({ url, projectId, key }: Place) {
  const secret = key ?? PLACEHOLDER;
  const body = JSON.stringify({ query: FIRST_QUERY.replaceAll(/\s+/g, ' ') });
  return [
    { value: 'query', label: 'GraphQL', text: FIRST_QUERY },
    {
      value: 'typescript',
      label: 'TypeScript',
      text: `import { Lorebase } from 'lorebase/client';

const lorebase = new Lorebase({ url: '${url}', apiKey: '${secret}', project: '${projectId}' });`,
    },
    {
      value: 'mcp',
      label: 'MCP',
      text: `claude mcp add --transport http lorebase "${url}/mcp?project=${projectId}" --header "Authorization: Bearer ${secret}"`,
    },
    {
      value: 'curl',
      label: 'curl',
      text: `curl ${url}/graphql \\
  -H 'content-type: application/json' \\
  -H 'authorization: Bearer ${secret}' \\
  -H 'lorebase-project: ${projectId}' \\
  -d '${body}'`,
    },
  ];
}
