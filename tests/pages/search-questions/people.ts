import { call, command, government, organization, person } from "./question";

/** Names, in full or in part, with and without accents and titles. */
const NAMED = government("person", [
  ["Whitcomb", person("Daniel Whitcomb")],
  ["marcus oyelaran", person("Marcus Oyelaran")],
  ["raghunathan", person("Priya Raghunathan")],
  ["renee thibodeaux", person("Renée Thibodeaux")],
  ["cruz medina", person("Alejandro Cruz-Medina")],
  ["Sorensen", person("Ingrid Sørensen-Blackwood")],
  ["ekeland", person("Tomás Ekeland")],
  ["Keisha", person("Keisha Abernathy")],
  ["pruitt", person("Jonathan Pruitt")],
  ["mei ling castellanos", person("Mei-Ling Castellanos")],
  ["okonkwo", person("Samuel Okonkwo")],
  ["hollander", person("Grace Hollander")],
  ["Lucia Figueroa", person("Lucía Figueroa")],
  ["Helen Marsh", person("Helen Marsh")],
  ["Rebecca Lindqvist", person("Rebecca Lindqvist"), organization("Halcyon")],
  ["siddiqui", person("Omar Siddiqui"), organization("Halcyon")],
  ["Terrence Boyd", person("Terrence Boyd"), organization("Halcyon")],
  ["Arredondo", person("Luis Arredondo"), organization("Ironwood")],
  ["dana whitehorse", person("Dana Whitehorse"), organization("Ironwood")],
  ["Yoshikawa", person("Hannah Yoshikawa"), organization("Cascadia")],
  ["marisol vega", person("Marisol Vega"), organization("Cascadia")],
  ["Achterberg", person("Ben Achterberg"), organization("Cascadia")],
  ["susan pham", person("Susan Pham"), organization("Lattice Ridge")],
  ["okafor reyes", person("Imani Okafor-Reyes"), organization("Vantage")],
  ["Felix Aguilar", person("Félix Aguilar"), organization("Vantage")],
  ["Delahunt", person("Patrick Delahunt"), organization("Redoubt")],
  ["Dr. Vance", person("Dr. Eleanor Vance"), organization("Meridian")],
  ["hsiu-mei lin", person("Dr. Hsiu-Mei Lin"), organization("Meridian")],
  ["Kaplan", person("Robert Kaplan"), organization("Meridian")],
  ["lena brandt", person("Lena Brandt"), organization("Chesapeake")],
  ["professor Kowalczyk", person("Prof. Anneliese Kowalczyk"), organization("Prairie State")],
  ["joaquin delgado", person("Joaquín Delgado"), organization("Prairie State")],
  ["van der Meer", person("Paul van der Meer"), organization("Kestrel")],
  ["asa bjorkman", person("Åsa Björkman"), organization("Nordstjärnan")],
  ["Oberg", person("Mats Öberg"), organization("Nordstjärnan")],
  ["Lefrancois", person("Prof. Geneviève Lefrançois"), organization("Université de Montréal")],
  ["Jurgen Weiss", person("Jürgen Weiß"), organization("Präzisionsmesstechnik")],
  ["misaki tanaka", person("田中"), organization("田中精機")],
  ["featherstonehaugh", person("Bartholomew"), organization("The Consortium")],
  ["obrien", person("Siobhán O'Brien"), organization("O'Brien")],
  ["jay tran", person("Jay Tran"), organization("Fastlane")],
  ["omar.siddiqui@halcyon-autonomy.example", person("Omar Siddiqui"), organization("Halcyon")],
]);

/** Names as people who heard them write them. */
const MISHEARD = government("person", [
  ["Witcomb", person("Daniel Whitcomb")],
  ["Rebecca Lindquist", person("Rebecca Lindqvist"), organization("Halcyon")],
  ["Omar Siddiqi", person("Omar Siddiqui"), organization("Halcyon")],
  ["Thibodaux", person("Renée Thibodeaux")],
  ["abernathey", person("Keisha Abernathy")],
  ["Kowalchyk", person("Prof. Anneliese Kowalczyk"), organization("Prairie State")],
  ["Arrendondo", person("Luis Arredondo"), organization("Ironwood")],
  ["Subramanian", person("Vikram Subramaniam"), organization("Lattice Ridge")],
  ["castelanos", person("Mei-Ling Castellanos")],
]);

/** Someone by what they do. */
const BY_ROLE = government("person", [
  ["test director", person("Tomás Ekeland")],
  ["budget analyst", person("Grace Hollander")],
  ["physiologist", person("Jonathan Pruitt"), call("Wearables That Warn")],
  ["director of cyber", person("Renée Thibodeaux"), command("Directorate for Cyber")],
  ["who is the contact at Ironwood", organization("Ironwood"), person("Luis Arredondo")],
]);

export const PEOPLE = [...NAMED, ...MISHEARD, ...BY_ROLE];
