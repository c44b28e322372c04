import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Posts JSON over a connection that is kept, and reads JSON.
 * @param {string} url
 * @param {unknown} value
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export function postJson(url, value, headers = {}) {
  const body = JSON.stringify(value);
  return new Promise((resolve, reject) => {
    const all = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    };
    const sent = request(url, { method: 'POST', agent, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
