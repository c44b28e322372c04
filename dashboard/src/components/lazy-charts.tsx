import '@mantine/charts/styles.css';

// Charts are loaded with the pages that draw them: import this module from such a page only.
export { AreaChart, BarChart, LineChart } from '@mantine/charts';
