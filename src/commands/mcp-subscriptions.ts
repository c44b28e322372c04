import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';

/** The resources to which an MCP client is subscribed. */
export type Subscriptions = {
  isEmpty(): boolean;
  /** Records a request to subscribe or unsubscribe. Returns the decoded URI of a new subscription, otherwise null. */
  note(request: JSONRPCRequest): string | null;
  /** Removes a subscription that the server refused, by its decoded URI. */
  remove(uri: string): void;
  /** The message for the client; null for a notification about a resource to which it has not subscribed. */
  forClient(message: JSONRPCMessage): JSONRPCMessage | null;
};

export function createSubscriptions(): Subscriptions {
  /** The URIs as the client wrote them, by their decoded form. */
  const subscribed = new Map<string, string>();
  return {
    isEmpty: () => subscribed.size === 0,
    note: ({ method, params }) => {
      const uri = String(params?.uri);
      const name = decoded(uri);
      if (method === 'resources/unsubscribe') subscribed.delete(name);
      if (method !== 'resources/subscribe' || subscribed.has(name)) return null;
      subscribed.set(name, uri);
      return name;
    },
    remove: (uri) => {
      subscribed.delete(uri);
    },
    forClient: (message) => {
      if (!('method' in message) || message.method !== 'notifications/resources/updated') {
        return message;
      }
      const uri = subscribed.get(decoded(String(message.params?.uri)));
      return uri === undefined ? null : { ...message, params: { ...message.params, uri } };
    },
  };
}

/** The URI without escapes, because clients differ in whether they escape the characters `!'()*`. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri; // not a URI; the server refuses it
  }
}
