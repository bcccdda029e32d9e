// Package config reads and checks devservers.yml, which declares a project's servers and tasks (Find, Load). Nothing here
// starts a process, opens a network connection or writes the file.
//
// Its parts, each a package below it that may import those before it:
//
//   - naming: rules for names; place: directories and files; yml: YAML with positions and problems;
//   - envvar: env files and secrets; command: command lines and programs;
//   - settings: the person's config.yml; overlay: patches; trust: permission to run a project.
package config
