import { Page } from '../../components/page.tsx';

export function EntryPage() {
  return <Page title="Entry">{null}</Page>;
}
