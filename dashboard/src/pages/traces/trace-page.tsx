import { Page } from '../../components/page.tsx';

export function TracePage() {
  return <Page title="Trace">{null}</Page>;
}
