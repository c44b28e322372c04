import { Page } from '../../components/page.tsx';

export function MemoryMapPage() {
  return <Page title="MemoryMap">{null}</Page>;
}
