import { Page } from '../../components/page.tsx';

export function GraphiqlPage() {
  return <Page title="Graphiql">{null}</Page>;
}
