import { Page } from '../../components/page.tsx';

export function MemoryPage() {
  return <Page title="Memory">{null}</Page>;
}
