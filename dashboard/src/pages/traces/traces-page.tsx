import { Page } from '../../components/page.tsx';

export function TracesPage() {
  return <Page title="Traces">{null}</Page>;
}
