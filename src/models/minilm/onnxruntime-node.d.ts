// The package leaves its types out; they are those of onnxruntime-common.
declare module 'onnxruntime-node' {
  import type * as ort from 'onnxruntime-common';

  const runtime: typeof ort;
  export default runtime;
}
