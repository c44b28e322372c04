import { Page } from '../../components/page.tsx';

export function EventsPage() {
  return <Page title="Events">{null}</Page>;
}
