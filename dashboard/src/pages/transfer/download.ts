import { type Access, request } from './requests.ts';

type SaveDialog = (options: { suggestedName: string }) => Promise<{
  createWritable(): Promise<WritableStream<Uint8Array>>;
}>;

type Export = { withVectors: boolean; isPacked: boolean; name: string };

/**
 * Downloads an export. If the browser can, it writes the data to a file as it arrives. Otherwise the export is kept in
 * memory until it is complete.
 */
export async function downloadExport(
  access: Access,
  { withVectors, isPacked, name }: Export,
  onBytes: (received: number) => void,
): Promise<void> {
  const file = await chooseFile(name);
  const response = await request(access, `/export${withVectors ? '?vectors=true' : ''}`);
  if (response.body === null) throw new Error('The server sent no file.');
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (part, controller) => {
        received += part.byteLength;
        onBytes(received);
        controller.enqueue(part);
      },
    }),
  );
  const body = isPacked ? counted.pipeThrough(new CompressionStream('gzip')) : counted;
  if (file !== null) return body.pipeTo(await file.createWritable(), { signal: access.signal });
  save(await new Response(body).blob(), name);
}

/** The file that the person chooses; null where the browser cannot write to one. */
async function chooseFile(name: string) {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: SaveDialog };
  return showSaveFilePicker === undefined ? null : showSaveFilePicker({ suggestedName: name });
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
