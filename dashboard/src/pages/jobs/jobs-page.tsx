import { Page } from '../../components/page.tsx';

export function JobsPage() {
  return <Page title="Jobs">{null}</Page>;
}
