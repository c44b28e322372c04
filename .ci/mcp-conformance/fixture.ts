// A server with what the conformance suite asks for by name, on the HTTP layer of Lorebase: Fastify, the check of the
// origin, and the bridge to the SDK's transport. Unlike the product it has sessions, since a server that asks its
// client (sampling, elicitation) must match the answers, which are requests of their own.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import * as protocol from '@modelcontextprotocol/sdk/types.js';
import fastify from 'fastify';
import { requireOrigin } from '../../src/http/mcp-origin.ts';
import { passTo } from '../../src/http/mcp-transport.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, value = 'This is an embedded resource content.') => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: value },
});

const property = (type: string, more: object = {}) => ({ type, ...more });
const titled = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];
const options = ['option1', 'option2', 'option3'];

const DEFAULTS = {
  name: property('string', { default: 'John Doe' }),
  age: property('integer', { default: 30 }),
  score: property('number', { default: 95.5 }),
  status: property('string', { enum: ['active', 'inactive', 'pending'], default: 'active' }),
  verified: property('boolean', { default: true }),
};

const ENUMS = {
  untitledSingle: property('string', { enum: options }),
  titledSingle: property('string', { oneOf: titled }),
  legacyEnum: property('string', {
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  }),
  untitledMulti: property('array', { items: { type: 'string', enum: options } }),
  titledMulti: property('array', { items: { anyOf: titled } }),
};

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

type Extra = Parameters<Parameters<Server['setRequestHandler']>[1]>[1] & {
  closeSSEStream?: () => void;
};
type Content = protocol.CallToolResult['content'];
type Tool = (extra: Extra, input: Record<string, unknown>) => Content | Promise<Content>;

const elicit = async (extra: Extra, message: string, properties: object): Promise<Content> => {
  const params = { message, requestedSchema: { type: 'object', properties, required: [] } };
  const request = { method: 'elicitation/create', params } as protocol.ServerRequest;
  const { action, content } = await extra.sendRequest(request, protocol.ElicitResultSchema);
  return [
    text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`),
  ];
};

const TOOLS: Record<string, Tool> = {
  test_simple_text: () => [text('This is a simple text response for testing.')],
  test_image_content: () => [image],
  test_audio_content: () => [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: () => [embedded('test://embedded-resource')],
  test_multiple_content_types: () => [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}'),
  ],
  test_tool_with_logging: async ({ sendNotification }) => {
    for (const data of [
      'Tool execution started',
      'Tool processing data',
      'Tool execution completed',
    ]) {
      await sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
      await sleep(50);
    }
    return [text('Tool with logging executed successfully')];
  },
  test_tool_with_progress: async ({ sendNotification, _meta: meta }) => {
    const progressToken = meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      await sendNotification({ method: 'notifications/progress', params });
      await sleep(50);
    }
    return [text(String(progressToken))];
  },
  test_error_handling: () => {
    throw new Error('This tool intentionally returns an error for testing');
  },
  test_reconnection: async ({ closeSSEStream }) => {
    closeSSEStream?.();
    await sleep(100);
    return [text('Reconnection test completed successfully.')];
  },
  test_sampling: async (extra, { prompt }) => {
    const messages = [{ role: 'user' as const, content: text(String(prompt)) }];
    const request = {
      method: 'sampling/createMessage' as const,
      params: { messages, maxTokens: 100 },
    };
    const { content } = await extra.sendRequest(request, protocol.CreateMessageResultSchema);
    return [text(`LLM response: ${'text' in content ? content.text : 'No response'}`)];
  },
  test_elicitation: (extra, { message }) =>
    elicit(extra, String(message), { response: property('string') }),
  test_elicitation_sep1034_defaults: (extra) => elicit(extra, 'Please review', DEFAULTS),
  test_elicitation_sep1330_enums: (extra) => elicit(extra, 'Please select', ENUMS),
  json_schema_2020_12_tool: (_extra, input) => [text(JSON.stringify(input))],
};

const contents: Record<string, object> = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
};

const argument = (name: string) => ({ name, description: name, required: true });
const user = (content: object) => ({ role: 'user' as const, content });

const PROMPTS: Record<
  string,
  { arguments?: object[]; messages(given: Record<string, string>): object[] }
> = {
  test_simple_prompt: { messages: () => [user(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    arguments: [argument('arg1'), argument('arg2')],
    messages: ({ arg1, arg2 }) => [
      user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    ],
  },
  test_prompt_with_embedded_resource: {
    arguments: [argument('resourceUri')],
    messages: ({ resourceUri = '' }) => [
      user(embedded(resourceUri, 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: {
    messages: () => [user(image), user(text('Please analyze the image above.'))],
  },
};

function createServer(): Server {
  const server = new Server(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        prompts: {},
        logging: {},
        completions: {},
      },
    },
  );
  const empty = { type: 'object' as const, properties: {} };
  server.setRequestHandler(protocol.ListToolsRequestSchema, () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: `Tests ${name}`,
      inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA_2020_12 : empty,
    })),
  }));
  server.setRequestHandler(protocol.CallToolRequestSchema, async ({ params }, extra) => {
    try {
      const content = await TOOLS[params.name]?.(extra as Extra, params.arguments ?? {});
      return { content: content ?? [] };
    } catch (error) {
      return { isError: true, content: [text((error as Error).message)] };
    }
  });
  server.setRequestHandler(protocol.ListResourcesRequestSchema, () => ({
    resources: Object.keys(contents).map((uri) => ({
      uri,
      name: uri,
      description: uri,
      mimeType: 'text/plain',
    })),
  }));
  server.setRequestHandler(protocol.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
    ],
  }));
  server.setRequestHandler(protocol.ReadResourceRequestSchema, ({ params: { uri } }) => {
    const id = /^test:\/\/template\/(.*)\/data$/.exec(uri)?.[1];
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    const templated = { mimeType: 'application/json', text: JSON.stringify(data) };
    return { contents: [{ uri, ...(contents[uri] ?? templated) }] } as protocol.ReadResourceResult;
  });
  server.setRequestHandler(protocol.SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(protocol.UnsubscribeRequestSchema, () => ({}));
  server.setRequestHandler(protocol.ListPromptsRequestSchema, () => ({
    prompts: Object.entries(PROMPTS).map(([name, prompt]) => ({
      name,
      description: name,
      ...(prompt.arguments ? { arguments: prompt.arguments } : {}),
    })) as protocol.Prompt[],
  }));
  server.setRequestHandler(protocol.GetPromptRequestSchema, ({ params }) => {
    const messages = PROMPTS[params.name]?.messages(params.arguments ?? {}) ?? [];
    return { messages } as protocol.GetPromptResult;
  });
  server.setRequestHandler(protocol.SetLevelRequestSchema, () => ({}));
  server.setRequestHandler(protocol.CompleteRequestSchema, () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}

/** Keeps what was sent, for clients that resume a stream. */
function createEventStore() {
  const sent: { id: string; stream: string; message: protocol.JSONRPCMessage }[] = [];
  const idOf = (position: number) => `event-${position}`;
  return {
    storeEvent: async (stream: string, message: protocol.JSONRPCMessage) => {
      const id = idOf(sent.length);
      sent.push({ id, stream, message });
      return id;
    },
    replayEventsAfter: async (
      last: string,
      { send }: { send(id: string, message: protocol.JSONRPCMessage): Promise<void> },
    ) => {
      const position = sent.findIndex(({ id }) => id === last);
      const stream = sent[position]?.stream ?? '';
      for (const event of sent.slice(position + 1)) {
        const isMessage = Object.keys(event.message).length > 0;
        if (event.stream === stream && isMessage) await send(event.id, event.message);
      }
      return stream;
    },
  };
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
const app = fastify({ forceCloseConnections: true });
app.addHook('onRequest', async (request) => {
  try {
    requireOrigin({ corsOrigins: [], host: '127.0.0.1', publicUrl: undefined }, request);
  } catch (error) {
    throw Object.assign(error as Error, { statusCode: 403 });
  }
});
app.route({
  method: ['GET', 'POST', 'DELETE'],
  url: '/mcp',
  handler: async (request, reply) => {
    const id = request.headers['mcp-session-id'];
    const known = sessions.get(String(id));
    if (known) return passTo(known, request, reply);
    if (!protocol.isInitializeRequest(request.body)) {
      const code = id === undefined ? 400 : 404;
      return reply
        .code(code)
        .send({ jsonrpc: '2.0', error: { code: -32000, message: 'No session' }, id: null });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => {
        sessions.set(session, transport);
      },
      eventStore: createEventStore(),
      retryInterval: 500,
    });
    await createServer().connect(transport as Parameters<Server['connect']>[0]);
    return passTo(transport, request, reply);
  },
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
