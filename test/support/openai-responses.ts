/** An item of the Responses API with a text of the model. */
export function saidItem(text: string) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content };
}

/** An item of the Responses API with the call of a function. */
export function calledItem(name: string, args: string) {
  return { id: 'fc_1', type: 'function_call', call_id: 'c1', name, arguments: args };
}

/** Options of a client whose calls of the Responses API are answered with these outputs, one after another. */
export function answeredWith(outputs: object[][]) {
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const response = { id: 'resp_1', object: 'response', output: outputs.shift(), usage };
    if (!JSON.parse(String(init?.body)).stream) return Response.json(response);
    const events = [
      { type: 'response.created', sequence_number: 0, response: { ...response, output: [] } },
      { type: 'response.completed', sequence_number: 1, response },
    ];
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return new Response(text.join(''), { headers: { 'content-type': 'text/event-stream' } });
  };
  return { baseURL: 'http://none', apiKey: 'none', maxRetries: 0, fetch };
}
