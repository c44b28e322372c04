import { Page } from '../../components/page.tsx';

export function StreamPage() {
  return <Page title="Stream">{null}</Page>;
}
