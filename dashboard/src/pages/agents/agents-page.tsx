import { Page } from '../../components/page.tsx';

export function AgentsPage() {
  return <Page title="Agents">{null}</Page>;
}
