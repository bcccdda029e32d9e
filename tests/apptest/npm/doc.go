// Package npm installs npm packages for tests behind the build tag real, once for each content of package.json and
// package-lock.json, into the user's cache. It brings a Node and an npm of its own: the npm of Debian 12 leaves out
// native packages that its Node 18 cannot run. Only tests import it.
package npm
