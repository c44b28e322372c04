import { Page } from '../../components/page.tsx';

export function SearchPage() {
  return <Page title="Search">{null}</Page>;
}
