import { Fold } from './fold.tsx';
import { JsonView } from './json-view.tsx';
import { count } from './words.ts';

/** The metadata of an object, folded. Nothing is shown if there is none. */
export function MetadataFold({ metadata }: { metadata: Record<string, unknown> }) {
  const keys = Object.keys(metadata).length;
  if (keys === 0) return null;
  return (
    <Fold title={`Metadata (${count(keys, 'key')})`}>
      <JsonView value={metadata} label="Metadata" />
    </Fold>
  );
}
