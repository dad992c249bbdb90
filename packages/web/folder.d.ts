/** Where the built pages are: a folder to serve as it is. */
export declare const folder: string;
