// `npm run sbom`: what is given away with Boxperson, as a CycloneDX bill of materials in `sbom.json` (not kept in git):
// the packages that installing it brings, and those that are bundled into the pages.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, ensureInstalled, npmCommand, readJson, requireNode, root, stop } from './workspace.mjs';

const file = resolve(root, process.argv[2] ?? 'sbom.json');

/** Everything that is installed here, as npm lists it. */
function everything() {
  const [command, args, options] = npmCommand(['sbom', '--sbom-format', 'cyclonedx', '--loglevel=error']);
  const asked = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options };
  const { status, stdout, stderr } = spawnSync(command, args, asked);
  if (status !== 0) stop(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** What the bundler says is in the pages, as npm refers to it. */
const bundled = () =>
  new Set(
    readJson(join('packages', 'web', 'dist', 'licences.json')).map(
      ({ name, version }) => `${name}@${version}`,
    ),
  );

const forDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

/** npm names the whole after the folder it lies in. */
const named = (component) => ({ ...component, type: 'application', name: readJson('package.json').name });

/** A bill without the tools that only build and test. */
function shipped(bill) {
  const inPages = bundled();
  const components = bill.components.filter(
    (component) => !forDevelopment(component) || inPages.has(component['bom-ref']),
  );
  const kept = new Set([bill.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
  return {
    ...bill,
    metadata: { ...bill.metadata, component: named(bill.metadata.component) },
    components,
    dependencies,
  };
}

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');
const bill = shipped(everything());
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} components in ${file}`);
